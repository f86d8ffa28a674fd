/** Hands a file to the user, as if it had come from a link. */
export function downloadFile(fileName: string, content: Blob): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(content);
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has read the address by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
