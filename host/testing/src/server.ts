export type { ConformanceDataset, ConnectorConformance, ConnectorSubject } from './conformance/connector/connector-bench.ts';
export { SAMPLE_DATASET } from './conformance/connector/connector-bench.ts';
export { conformConnector } from './conformance/conform-connector.ts';
