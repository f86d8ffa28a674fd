import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';

/** How long the first key of a sequence such as `g d` waits for the second. */
const SEQUENCE_MS = 1000;
const MODIFIERS = new Set(['Control', 'Meta', 'Alt', 'Shift']);

/** The stroke of a key event: `mod+k`, `shift+/`, `g`. `mod` is Ctrl, on a Mac Command. */
export function strokeOf(event: KeyboardEvent, isMac: boolean): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // Shift is part of a character such as `?`, but not of a letter.
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
  return [mod && 'mod', other && (isMac ? 'ctrl' : 'meta'), event.altKey && 'alt', shift && 'shift', key].filter(Boolean).join('+');
}

/** Runs commands by key. Plain keys do nothing while a person types; keys already handled are left alone. */
export function listenToKeys(document: Document, keys: () => ReadonlyMap<string, string>, run: (command: string) => void): Disposable {
  const isMac = /mac|iphone|ipad/i.test(document.defaultView?.navigator.userAgent ?? '');
  let first = '';
  let firstAt = 0;
  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || MODIFIERS.has(event.key)) return;
    const stroke = strokeOf(event, isMac);
    if (!/^(?:mod|meta|ctrl|alt)\+/.test(stroke) && isTyping(event.target)) return;
    const bound = keys();
    const sequence = first !== '' && event.timeStamp - firstAt < SEQUENCE_MS ? `${first} ${stroke}` : stroke;
    const command = bound.get(sequence) ?? bound.get(stroke);
    first = command === undefined && [...bound.keys()].some((chord) => chord.startsWith(`${stroke} `)) ? stroke : '';
    firstAt = event.timeStamp;
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  };
  document.addEventListener('keydown', handleKey);
  return toDisposable(() => document.removeEventListener('keydown', handleKey));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName));
}
