import type { Country } from './countries.ts';
import { COUNTRIES } from './countries.ts';

/** How a column names countries. */
export type CountryField = 'name' | 'cioc' | 'cca2' | 'cca3';

const FIELDS: Readonly<Record<CountryField, (country: Country) => readonly string[]>> = {
  name: ({ name, aliases }) => [name, ...aliases],
  cioc: ({ cioc }) => (cioc ? [cioc] : []),
  cca2: ({ cca2 }) => [cca2],
  cca3: ({ cca3 }) => [cca3],
};

const indexes = new Map<CountryField, ReadonlyMap<string, Country>>();

function indexOf(field: CountryField): ReadonlyMap<string, Country> {
  let index = indexes.get(field);
  if (!index) {
    index = new Map(COUNTRIES.flatMap((country) => FIELDS[field](country).map((text) => [text.toLowerCase(), country] as const)));
    indexes.set(field, index);
  }
  return index;
}

/** The country a value names, in any case; undefined for what is none. */
export function findCountry(field: unknown, value: unknown): Country | undefined {
  if (typeof value !== 'string' || typeof field !== 'string' || !Object.hasOwn(FIELDS, field)) return undefined;
  return indexOf(field as CountryField).get(value.trim().toLowerCase());
}
