import { QueryError } from '../query-error.ts';
import type { Cell, Frame } from '../frame/frame.ts';
import { needColumn, toNumber, withColumns } from '../frame/frame.ts';
import type { Options } from './options.ts';
import { checkNames } from './options.ts';
import { textOf } from '../context/text-of.ts';

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz';

/** Centre of a geohash cell. */
export function decodeGeohash(hash: string): { readonly latitude: number; readonly longitude: number } {
  const [lat, lon]: [[number, number], [number, number]] = [[-90, 90], [-180, 180]];
  let isLongitude = true;
  for (const character of hash.toLowerCase()) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) throw new QueryError('Invalid geohash string');
    for (let bit = 16; bit >= 1; bit /= 2) {
      const range = isLongitude ? lon : lat;
      range[value & bit ? 0 : 1] = (range[0] + range[1]) / 2;
      isLongitude = !isLongitude;
    }
  }
  return { latitude: (lat[0] + lat[1]) / 2, longitude: (lon[0] + lon[1]) / 2 };
}

export function encodeGeohash(latitude: number, longitude: number, length = 12): string {
  const [lat, lon]: [[number, number], [number, number]] = [[-90, 90], [-180, 180]];
  let hash = '';
  let [value, bits, isLongitude] = [0, 0, true];
  while (hash.length < length) {
    const range = isLongitude ? lon : lat;
    const middle = (range[0] + range[1]) / 2;
    const isUpper = (isLongitude ? longitude : latitude) >= middle;
    range[isUpper ? 0 : 1] = middle;
    value = value * 2 + (isUpper ? 1 : 0);
    isLongitude = !isLongitude;
    if (++bits === 5) {
      hash += ALPHABET[value];
      [value, bits] = [0, 0];
    }
  }
  return hash;
}

const nameOf = (options: Options, key: string): string => textOf(options[key] ?? key);

export function geohashDecode(frame: Frame, options: Options): Frame {
  checkNames('geohash_decode', options, ['geohash', 'longitude', 'latitude']);
  const places = needColumn(frame, nameOf(options, 'geohash')).values.map((value) => decodeGeohash(String(value ?? '')));
  return withColumns(frame, [
    { key: [nameOf(options, 'latitude')], values: places.map(({ latitude }) => latitude) },
    { key: [nameOf(options, 'longitude')], values: places.map(({ longitude }) => longitude) },
  ]);
}

export function geohashEncode(frame: Frame, options: Options): Frame {
  checkNames('geohash_encode', options, ['geohash', 'longitude', 'latitude']);
  const latitude = needColumn(frame, nameOf(options, 'latitude'));
  const longitude = needColumn(frame, nameOf(options, 'longitude'));
  const values = latitude.values.map((value, row): Cell => {
    const [lat, lon] = [toNumber(value), toNumber(longitude.values[row] ?? null)];
    if (lat === null || lon === null) throw new QueryError('Invalid longitude/latitude');
    return encodeGeohash(lat, lon);
  });
  return withColumns(frame, [{ key: [nameOf(options, 'geohash')], values }]);
}

/** Points as text: `51.5 -0.1` or `51.5, -0.1, 12m`. */
export function geodeticParse(frame: Frame, options: Options): Frame {
  checkNames('geodetic_parse', options, ['geodetic', 'longitude', 'latitude', 'altitude']);
  const points = needColumn(frame, nameOf(options, 'geodetic')).values.map((value) => {
    const match = /^\s*(-?\d+(?:\.\d+)?)[\s,;]+(-?\d+(?:\.\d+)?)(?:[\s,;]+(-?\d+(?:\.\d+)?)\s*(km|m)?)?\s*$/i.exec(String(value ?? ''));
    if (!match) throw new QueryError('Invalid geodetic string');
    const altitude = match[3] === undefined ? 0 : Number(match[3]) * (/km/i.test(match[4] ?? '') ? 1000 : 1);
    return [Number(match[1]), Number(match[2]), altitude] as const;
  });
  return withColumns(frame, [
    { key: [nameOf(options, 'latitude')], values: points.map(([latitude]) => latitude) },
    { key: [nameOf(options, 'longitude')], values: points.map(([, longitude]) => longitude) },
    ...(typeof options['altitude'] === 'string' ? [{ key: [options['altitude']], values: points.map(([, , altitude]) => altitude) }] : []),
  ]);
}
