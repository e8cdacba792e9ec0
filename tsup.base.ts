/** How everything that is published is built; a package adds its entries. Types are written by tsc. */
export const published = {
  format: "esm",
  dts: false,
  sourcemap: true,
  clean: true,
  target: "node22",
  platform: "node"
} as const
