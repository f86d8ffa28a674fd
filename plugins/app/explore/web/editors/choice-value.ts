import type { Choice } from '@orrery/sdk/viz';

/** A text of the select as the form data keeps it: the choice's own value, or what was typed, a number among numbers. */
export function choiceValue(text: string, choices: readonly Choice[]): string | number | boolean | null {
  const choice = choices.find(({ value }) => String(value) === text);
  if (choice) return choice.value;
  const isNumeric = choices.length > 0 && choices.every(({ value }) => typeof value === 'number');
  return isNumeric && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}
