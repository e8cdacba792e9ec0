/** The durations and repetitions of the four sizes of a run. Times in seconds. */
export interface Plan {
  readonly name: "full" | "goals" | "quick" | "smoke"
  readonly rounds: number
  /** The warm-up is counted in messages: as many as a service of the throughput that the case states takes in this time. */
  readonly warmUp: number
  readonly measuring: number
  /** The time at a fixed rate, which latency is measured at. */
  readonly atRate: number
  /** The minimum number of requests for a latency, even if that takes longer than the measuring time. */
  readonly leastRequests: number
  readonly ceiling: number
  /** The number of waiting deliveries when a drain begins. */
  readonly backlog: number
  /** The same on PostgreSQL, where the service sends less in a second. */
  readonly backlogOnPostgres: number
  /** The number of orders that reports are about where they need not exist before. */
  readonly entities: number
  /** How often a job is repeated if the two runs of its first subject differ. */
  readonly repeats: number
  /** Whether to run subjects that are shown for information only. */
  readonly isWhole: boolean
  /** Whether to leave out the subjects that the goals of a case do not compare with. */
  readonly isOfGoals: boolean
}

export const plans: Readonly<Record<Plan["name"], Plan>> = {
  full: { name: "full", rounds: 3, warmUp: 5, measuring: 15, atRate: 15, leastRequests: 2000, ceiling: 3, backlog: 100_000, backlogOnPostgres: 100_000, entities: 12_000, repeats: 1, isWhole: true, isOfGoals: false },
  goals: { name: "goals", rounds: 3, warmUp: 5, measuring: 8, atRate: 3, leastRequests: 2000, ceiling: 1, backlog: 20_000, backlogOnPostgres: 15_000, entities: 6000, repeats: 1, isWhole: false, isOfGoals: true },
  quick: { name: "quick", rounds: 3, warmUp: 2, measuring: 2.5, atRate: 2.5, leastRequests: 2000, ceiling: 1, backlog: 6000, backlogOnPostgres: 6000, entities: 3000, repeats: 1, isWhole: false, isOfGoals: false },
  smoke: { name: "smoke", rounds: 1, warmUp: 1, measuring: 2, atRate: 2, leastRequests: 0, ceiling: 0.5, backlog: 3000, backlogOnPostgres: 3000, entities: 1000, repeats: 0, isWhole: false, isOfGoals: false }
}
