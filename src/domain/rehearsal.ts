import { chainsOf, judge, type Chain } from './chain.ts';
import type { Change } from './edit.ts';
import { fieldValue, type Field, type FieldValue } from './field.ts';
import type { FileRecord } from './file.ts';

/** What sending would do to one field. */
export type RehearsedField = {
  readonly field: Field;
  readonly base: FieldValue;
  readonly mine: FieldValue;
  readonly server: FieldValue;
  readonly verdict: 'wouldApply' | 'alreadyThere' | 'conflict';
};

/** The worst verdict of a file's fields; `gone` when the service no longer has it. */
export type RehearsedFile = RehearsedField['verdict'] | 'gone' | 'unknown';

/** What sending a file's queued changes would do now, writing nothing. */
export function rehearse(
  changes: readonly Change[],
  record: FileRecord,
  own: (chain: Chain) => ReadonlySet<FieldValue>,
): readonly RehearsedField[] {
  return chainsOf(changes).map((chain) => {
    const server = fieldValue(record, chain.field);
    const { kind } = judge(chain, server, own(chain));
    const verdict = kind === 'send' ? 'wouldApply' : kind;
    return { field: chain.field, base: chain.base, mine: chain.mine, server, verdict };
  });
}

export function worstOf(fields: readonly RehearsedField[]): RehearsedFile {
  if (fields.some(({ verdict }) => verdict === 'conflict')) return 'conflict';
  return fields.some(({ verdict }) => verdict === 'wouldApply') ? 'wouldApply' : 'alreadyThere';
}
