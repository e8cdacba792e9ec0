# The runner as an image. It takes the path of an operator: packages are packed, and installed from their archives.
FROM node:24-slim AS packed
WORKDIR /source
COPY . .
RUN npm run --silent pack:all

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 CROSSDOCK_DATA=/data
WORKDIR /runner
COPY --from=packed /source/archives ./archives
# A mounted crossdock.config.ts is an ES module.
RUN npm init --yes > /dev/null && npm pkg set type=module \
  && npm install --ignore-scripts --no-audit --no-fund ./archives/*.tgz \
  && rm -rf archives \
  && mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 8080) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/crossdock", "start"]
