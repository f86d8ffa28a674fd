import type { DragEvent } from 'react';
import type { Field } from '../model/fields.ts';

const TYPE = 'application/x-orrery-field';

/** Starts dragging a field of the dataset. */
export function startFieldDrag(event: DragEvent, field: Field): void {
  event.dataTransfer.setData(TYPE, JSON.stringify(field));
  event.dataTransfer.setData('text/plain', field.name);
  event.dataTransfer.effectAllowed = 'copy';
}

/** True while a field is dragged over; its name is known only when it is dropped. */
export function isFieldDrag(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(TYPE);
}

/** The field dropped. */
export function readFieldDrop(event: DragEvent): Field | undefined {
  try {
    const field = JSON.parse(event.dataTransfer.getData(TYPE)) as Field;
    return field.name && (field.kind === 'column' || field.kind === 'metric') ? field : undefined;
  } catch {
    return undefined;
  }
}
