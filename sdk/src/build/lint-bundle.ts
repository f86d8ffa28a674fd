/** A reason a bundle must not ship. @public */
export interface BundleProblem {
  readonly file: string;
  readonly message: string;
}

/** Patterns that break the page's content security policy or the sharing of React. */
const RULES: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  { pattern: /\bnew Function\s*\(/, message: 'uses new Function, which the content security policy forbids' },
  { pattern: /(?<![\w.$])eval\s*\(/, message: 'uses eval, which the content security policy forbids' },
  { pattern: /\bdocument\.write\s*\(/, message: 'uses document.write' },
  {
    pattern: /__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=/,
    message: 'contains its own copy of React; leave react out of the bundle, the host supplies it',
  },
];

/** Checks one built file. @public */
export function lintBundleFile(file: string, code: string): BundleProblem[] {
  return RULES.filter((rule) => rule.pattern.test(code)).map((rule) => ({ file, message: `${file} ${rule.message}` }));
}
