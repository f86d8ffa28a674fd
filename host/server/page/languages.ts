/** Languages the product is complete in. */
export const LANGUAGES: Readonly<Record<string, { readonly name: string; readonly flag: string; readonly direction: 'ltr' | 'rtl' }>> = {
  en: { name: 'English', flag: 'gb', direction: 'ltr' },
  de: { name: 'Deutsch', flag: 'de', direction: 'ltr' },
};

/** The language to answer in: what the caller chose, else the first the browser asks for that there is, else English. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | undefined): string {
  if (chosen && LANGUAGES[chosen]) return chosen;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.toLowerCase().split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .sort((a, b) => b.quality - a.quality);
  return wanted.find(({ language }) => LANGUAGES[language])?.language ?? 'en';
}
