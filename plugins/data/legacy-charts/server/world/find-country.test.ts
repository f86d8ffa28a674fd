import { describe, expect, it } from 'vitest';
import { COUNTRIES } from './countries.ts';
import { findCountry } from './find-country.ts';

describe('countries', () => {
  it('are the 249 of ISO 3166-1 and Kosovo; 206 have an Olympic committee', () => {
    expect(COUNTRIES).toHaveLength(250);
    for (const field of ['cca2', 'cca3', 'name'] as const) expect(new Set(COUNTRIES.map((country) => country[field])).size).toBe(250);
    const committees = COUNTRIES.map(({ cioc }) => cioc).filter(Boolean);
    expect(new Set(committees).size).toBe(206);
    expect(committees).toHaveLength(206);
  });

  it('have codes of the right form and lie on Earth', () => {
    for (const { cca2, cca3, cioc, lat, lng } of COUNTRIES) {
      expect(`${cca2} ${cca3} ${cioc}`).toMatch(/^[A-Z]{2} [A-Z]{3} (?:[A-Z]{3})?$/);
      expect(Math.abs(lat) <= 90 && Math.abs(lng) <= 180).toBe(true);
    }
  });

  it('are found in any case, by other names too, and never by another kind of code', () => {
    expect(findCountry('cca2', 'us')?.cca3).toBe('USA');
    expect(findCountry('cioc', 'SUI')?.cca2).toBe('CH');
    expect(findCountry('name', "Côte d'Ivoire")?.cca3).toBe('CIV');
    expect(findCountry('name', 'Korea, Republic of')?.cca3).toBe('KOR');
    expect(findCountry('cca3', 'GER')).toBeUndefined();
    expect(findCountry('toString', 'us')).toBeUndefined();
    expect(findCountry('cca2', 7)).toBeUndefined();
  });
});
