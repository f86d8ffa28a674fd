import type { HttpError } from '@orrery/sdk/server';
import { sip40 } from '@orrery/sdk/server';
import type { FileProblems } from '../contract.ts';

/** What is wrong with the files of a bundle, by path; a text where the dialog expects one (`… already exists …`). */
export type BundleProblems = Readonly<Record<string, FileProblems | string>>;

/** A refusal in the shape the import dialog parses (contract §0.5): one error, its `extra` naming the files. */
export function bundleError(message: string, problems: BundleProblems = {}, status: 403 | 422 = 422): HttpError {
  return sip40(status, 'GENERIC_COMMAND_ERROR', message, {
    extra: problems,
    issueCodes: [{ code: 1010, message: 'Issue 1010 - A command of the server could not be carried out.' }],
  });
}

/** As {@link bundleError} for one file, its text also being the message. */
export function fileError(path: string, text: string): HttpError {
  return bundleError(`${path}: ${text}`, { [path]: { _schema: [text] } });
}
