# The runner as an image. It takes the path of an operator: packages are packed, and installed from their archives with
# the versions and digests of pnpm-lock.yaml, which npm checks.
#
# The base image stands with its whole version. To pin its bytes too, read the digest of this tag once and build with it:
#   docker buildx imagetools inspect node:24.21.0-bookworm-slim
#   docker build --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:<digest> .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS packed
WORKDIR /source
COPY . .
RUN npm run --silent pack:all

FROM ${NODE_IMAGE} AS installed
WORKDIR /runner
COPY --from=packed /source/archives ./
RUN npm ci --ignore-scripts --no-audit --no-fund && rm -- *.tgz start.mjs

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 CROSSDOCK_DATA=/data
WORKDIR /runner
COPY --from=installed /runner ./
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 8080) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# A small space for young objects keeps the memory under load small; docs/guides/operate.md says more.
CMD ["node", "--max-semi-space-size=8", "node_modules/@crossdock/runner/dist/main.js", "start"]
