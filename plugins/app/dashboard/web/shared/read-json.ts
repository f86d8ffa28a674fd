import type { JsonObject } from '@orrery/sdk';

/** An object from JSON text; empty when there is none or it is broken, so that a bad setting never hides a dashboard. */
export function readJsonObject(text: string | null | undefined): JsonObject {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
