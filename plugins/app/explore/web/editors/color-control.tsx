import type { ReactElement } from 'react';
import type { ControlProps } from '../../contract.ts';

/** A colour as form data keeps it: channels 0–255, alpha 0–1. */
export interface RgbaColor {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

const BLACK: RgbaColor = { r: 0, g: 0, b: 0, a: 1 };

/** `#rrggbb` of a colour. */
export function toHex({ r, g, b }: RgbaColor): string {
  return `#${[r, g, b].map((channel) => Math.max(0, Math.min(255, Math.round(channel))).toString(16).padStart(2, '0')).join('')}`;
}

/** Reads `#rrggbb`; the alpha stays. */
export function fromHex(hex: string, alpha: number): RgbaColor {
  const number = Number.parseInt(hex.slice(1), 16);
  return { r: (number >> 16) & 255, g: (number >> 8) & 255, b: number & 255, a: alpha };
}

/** A colour. */
export function ColorControl({ value, labelId, onChange }: ControlProps<RgbaColor>): ReactElement {
  const color = value ?? BLACK;
  return <input className="explore-color" type="color" aria-labelledby={labelId} value={toHex(color)} onChange={(event) => onChange(fromHex(event.target.value, color.a))} />;
}
