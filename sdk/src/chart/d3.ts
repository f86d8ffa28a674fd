/** The parts of d3 most charts need. Taken from here they are loaded once and alone; `d3` as a whole is a shared module too. */
export { scaleBand, scaleLinear, scaleLog, scaleOrdinal, scalePoint, scaleSqrt, scaleUtc } from 'd3-scale';
export { arc, area, line, pie } from 'd3-shape';
