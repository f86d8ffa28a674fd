import { parentPort } from 'node:worker_threads';
import type { JsonObject } from '@orrery/sdk';
import { parseYaml, YamlProblem } from './parse-yaml.ts';
import { printYaml } from './print-yaml.ts';

// Entry of the thread that reads and prints YAML, one text after the other.

/** What the thread is asked: bytes to read, or a value to print. */
export type YamlTask = { readonly read: Uint8Array } | { readonly print: JsonObject };

/** What it answers. */
export type YamlOutcome = { readonly value: unknown } | { readonly problem: string };

function run(task: YamlTask): YamlOutcome {
  try {
    return { value: 'read' in task ? parseYaml(task.read) : printYaml(task.print) };
  } catch (error) {
    return { problem: error instanceof YamlProblem ? error.message : 'Not a valid YAML file' };
  }
}

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: YamlTask }) => parentPort?.postMessage({ id, outcome: run(task) }));
