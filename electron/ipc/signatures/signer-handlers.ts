import { MOST_SIGNER_PROBLEMS, type SignerProblem } from '../../../src/contract/signatures.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import {
  type KnownSigner,
  MOST_KNOWN_SIGNERS,
  readSigner,
  type SignerTextProblem,
  signerList,
} from '../../../src/domain/signatures/known-signer.ts';
import { type ListedSigner, readSignerFile } from '../../sync/signatures/signer-file.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'signatures'>;

/** The channels of known signers. A changed signer starts the verification of every connection's signatures. */
export function signerHandlers({ signatures, connections, clock, announce }: Context) {
  const { signers, checks } = signatures;
  const list = () => ({ signers: [...signers.list()] });
  const hasRoomFor = (added: readonly Pick<KnownSigner, 'address'>[]): boolean =>
    new Set([...signers.list(), ...added].map(({ address }) => address)).size <= MOST_KNOWN_SIGNERS;
  function changed() {
    announce('signers.changed');
    for (const { id } of connections.list()) checks.checkAll(id);
    return list();
  }

  return {
    'signers.list': () => ok(list()),
    'signers.put': (wanted) => {
      const read = readSigner(wanted);
      if (!read.ok) return fail(unfit(read.failure));
      if (!hasRoomFor([read.value])) return fail(unfit('tooMany'));
      signers.put([{ ...read.value, addedAtMs: clock.nowMs() }]);
      return ok(changed());
    },
    'signers.remove': ({ address }) => (signers.remove(address) ? ok(changed()) : fail(notFound)),
    'signers.import': ({ text }) => {
      const lines = readSignerFile(text);
      if (!lines.ok) return fail({ kind: 'unfit', what: 'list', problem: lines.failure });
      const addedAtMs = clock.nowMs();
      const read = lines.value.map((line) => ({ line, signer: readSigner(line) }));
      const taken = read.flatMap(({ signer }) => (signer.ok ? [{ ...signer.value, addedAtMs }] : []));
      if (!hasRoomFor(taken)) return fail(unfit('tooMany'));
      signers.put(taken);
      const problems = read.flatMap(({ line, signer }) => (signer.ok ? [] : [problemOf(line, signer.failure)]));
      return ok({
        ...changed(),
        taken: new Set(taken.map(({ address }) => address)).size,
        ...{ problems: problems.slice(0, MOST_SIGNER_PROBLEMS), problemCount: problems.length },
      });
    },
    'signers.export': ({ format }) => ok({ text: signerList(signers.list(), format) }),
  } satisfies SomeHandlers;
}

const unfit = (problem: SignerTextProblem): Failure => ({ kind: 'unfit', what: 'signer', problem });

const problemOf = ({ line, address, label }: ListedSigner, problem: SignerTextProblem): SignerProblem => ({
  ...{ line, text: `${address} ${label}`.slice(0, 200), problem },
});
