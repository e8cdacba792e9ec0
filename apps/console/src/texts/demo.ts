/**
 * The texts around the demo. They are loaded with it; the story itself comes from the demo.
 */
export const d = {
  title: "The life of an order",
  about: "A recorded run: goods are announced and received, an order is split over two warehouses, and another is cancelled. The numbers at the side are what everybody has after each step.",
  own: "Play it on this machine, which also writes it as a file:",
  command: "npm run demo",
  steps: "Steps", back: "Back", next: "Next", play: "Play", pause: "Pause", again: "From the beginning",
  of: (step: number, all: number) => `Step ${step} of ${all}`,
  said: "Who tells what to whom", parties: "Who takes part",
  figures: "What everybody has after this step", changed: (before: number, now: number) => `${now}, before it was ${before}`,
  warehouse: "Warehouse", article: "Article",
  keys: "The arrow keys go back and forth."
} as const
