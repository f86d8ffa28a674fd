import type { JsonObject } from '@orrery/sdk';
import { stringify } from 'yaml';
import { PYYAML_NUMBER, PYYAML_TEXT } from './yaml-tags.ts';

/** YAML 1.1 that PyYAML reads back as the same value: what it would take for a date, a number or a yes is quoted. */
export function printYaml(content: JsonObject): string {
  return stringify(content, {
    version: '1.1',
    schema: 'yaml-1.1',
    customTags: (tags) => [PYYAML_TEXT, PYYAML_NUMBER, ...tags],
    aliasDuplicateObjects: false,
    indentSeq: false,
    lineWidth: 0,
    singleQuote: true,
  });
}
