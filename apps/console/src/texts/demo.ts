/**
 * The texts around the demo. They are loaded with it; the story itself comes from the demo.
 */
export const d = {
  title: "The life of an order",
  about: "A recorded run: goods are announced and received, an order is split over two warehouses, and another is cancelled. The table shows what everybody has after each step.",
  own: "To play it on this machine, and write it to a file, type",
  command: "npm run demo",
  steps: "Steps", back: "Back", next: "Next", play: "Play", pause: "Pause", again: "From the beginning",
  of: (step: number, all: number) => `Step ${step} of ${all}`,
  said: "Who tells what to whom", parties: "Who takes part",
  figures: "What everybody has after this step", changed: (before: number, now: number) => `${now}, before it was ${before}`,
  warehouse: "Warehouse", article: "Article",
  keys: "The arrow keys go back and forth."
} as const
