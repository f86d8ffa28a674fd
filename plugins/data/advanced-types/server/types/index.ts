import type { AdvancedValue } from '../../contract.ts';
import { readInternetAddress } from './internet-address.ts';
import { readPort } from './port.ts';

/** A type: how one text is read, and what to say when it cannot be. */
export interface AdvancedType {
  read(text: string): AdvancedValue | readonly AdvancedValue[] | undefined;
  /** Ends the sentence `'x' does not appear to be …`. */
  readonly what: string;
}

/** All types, by the name columns carry. */
export const ADVANCED_TYPES: Readonly<Record<string, AdvancedType>> = {
  port: { read: readPort, what: 'a port name or number' },
  internet_address: { read: readInternetAddress, what: 'an IPv4 or IPv6 network' },
};
