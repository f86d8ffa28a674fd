/** Makes a text again only when one of the things it was made of is another object, is new, or is gone. */
export function rememberText(make: () => string): (parts: readonly object[]) => string {
  let known: readonly object[] | undefined;
  let text = '';
  return (parts) => {
    if (!known || known.length !== parts.length || parts.some((part, at) => part !== known?.[at])) {
      text = make();
      known = parts;
    }
    return text;
  };
}
