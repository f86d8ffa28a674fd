/** What is wrong with a chart, for the user who made it. */
export class ChartError extends Error {}
