import { defineConfig } from "vitest/config"

/** Runs that compare a duration with a limit. Others beside them would measure how busy the machine is. */
const timed = ["failover", "fair-turns", "kills", "server", "slow-peer", "takeover"].map((name) => `runs/${name}.test.ts`)

const long = { testTimeout: 3_600_000, hookTimeout: 600_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...long,
          name: "together",
          include: ["runs/**/*.test.ts"],
          exclude: timed,
          maxWorkers: 2,
          // Runs mostly wait: for a hanging answer, a lease or a probe.
          sequence: { concurrent: true, groupOrder: 0 },
          maxConcurrency: 3
        }
      },
      // One after the other, once the others are done.
      { test: { ...long, name: "timed", include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } }
    ]
  }
})
