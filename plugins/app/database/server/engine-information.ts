import type { JsonObject } from '@orrery/sdk';
import type { ConnectorContribution } from '@orrery/sdk/server';

/** `engine_information` of lists, details and `/available/` (contract §1.5). Pure. */
export function engineInformation(connector: ConnectorContribution | undefined): JsonObject {
  return {
    supports_file_upload: connector?.supportsUpload ?? false,
    disable_ssh_tunneling: true,
    supports_dynamic_catalog: connector?.supportsCatalogs ?? false,
    supports_oauth2: false,
  };
}

/** Name of the driver as the API shows it. */
export function driverOf(connector: ConnectorContribution | undefined, backend: string): string {
  return connector?.driver ?? backend;
}
