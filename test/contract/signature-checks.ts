import { ask, object, success, type Answer } from './ask.ts';
import { must, type Check, type Subject } from './check.ts';
import { updated } from './file-checks.ts';
import { mustBeRecord, SIGNATURE_FIELDS } from './record-fields.ts';

/** Content whose signature is asked for, and whether somebody said that it is signed. */
type Content = { readonly cid: string; readonly isKnownSigned: boolean };

async function contentOf(subject: Subject): Promise<Content | null> {
  if (subject.cid !== null) return { cid: subject.cid, isKnownSigned: true };
  if (subject.writeFileId === null) return null;
  const { cid } = await updated(subject, subject.writeFileId, {});
  return typeof cid === 'string' ? { cid, isKnownSigned: false } : null;
}

/** A check about the signature of content, skipped where none is known to exist. */
function aboutSignature(
  name: string,
  section: string,
  examine: (subject: Subject, cid: string, answer: Answer) => Promise<void>,
): Check {
  return {
    name,
    section,
    async examine(subject) {
      const content = await contentOf(subject);
      if (!content) return 'no CID is given';
      const answer = await ask(subject, `/files/${subject.network}/signature/${encodeURIComponent(content.cid)}`);
      if (answer.status !== 200 && !content.isKnownSigned) return 'the content of the file is not signed';
      await examine(subject, content.cid, answer);
      return null;
    },
  };
}

/** Sections 2.4 and 4.1. */
export const signatureChecks: readonly Check[] = [
  aboutSignature('a signature answers 200 with JSON in UTF-8', '4.1', async (_subject, _cid, answer) => {
    success(answer);
    const type = answer.headers.get('Content-Type');
    must(/^application\/json; *charset=utf-8$/i.test(type ?? ''), `the Content-Type is ${type}`);
  }),
  aboutSignature('a signature comes in data with the CID asked for', '2.4, 4.1', async (_subject, cid, answer) => {
    const record = object(success(answer)['data'], 'data');
    mustBeRecord(record, SIGNATURE_FIELDS, ['cid', 'signature'], 'the signature');
    must(record['cid'] === cid, `the signature is that of ${String(record['cid'])}`);
  }),
  aboutSignature('a signature carries the promised headers', '4.1', async (_subject, _cid, { headers }) => {
    const promised = {
      Date: /\d\d:\d\d:\d\d GMT$/,
      'Content-Length': /^\d+$/,
      Connection: /./,
      'X-Request-Id': /./,
      'Strict-Transport-Security': /^(?=.*max-age=\d+)(?=.*includeSubDomains)/i,
    };
    for (const [name, pattern] of Object.entries(promised)) {
      must(pattern.test(headers.get(name) ?? ''), `the header ${name} is ${headers.get(name) ?? 'missing'}`);
    }
  }),
  aboutSignature('a signature is found on the networks public and private only', '4.1', async (subject, cid) => {
    const { status } = await ask(subject, `/files/neither/signature/${encodeURIComponent(cid)}`);
    must(status !== 200, 'the network neither answers 200');
  }),
];
