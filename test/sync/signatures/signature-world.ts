import type { Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { openMirror } from '../../../electron/database/mirror/open-mirror.ts';
import {
  fetchJobsTable,
  selectedCids,
  type SignatureJob,
} from '../../../electron/database/signatures/fetch-jobs-table.ts';
import { knownSignersTable, signaturesTable } from '../../../electron/database/signatures/signatures-table.ts';
import { verificationTable } from '../../../electron/database/signatures/verification-table.ts';
import { openToRead, recoverTextIndex, textIndexPath } from '../../../electron/database/text-index/open-text-index.ts';
import { signContent, wallets } from '../../../electron/practice/seed/wallets.ts';
import { RateLimit } from '../../../electron/remote/rate-limit.ts';
import type { Service } from '../../../electron/remote/service.ts';
import { rateLimited } from '../../../electron/remote/service-decorators.ts';
import { FetchJobs } from '../../../electron/sync/signatures/fetch-jobs.ts';
import { VerificationJobs, type Verify } from '../../../electron/sync/signatures/verification-jobs.ts';
import { noTraits, type ServiceTraits } from '../../../src/domain/connections/connection.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { checkSignature } from '../../../src/domain/signatures/content-signature.ts';
import { knownSigner } from '../../../src/domain/signatures/known-signer.ts';
import { aConnection, aFile, connectionA, observed } from '../../support/builders.ts';
import { anOutbox, openedAtMs, makeSortIndexes } from '../../support/database.ts';
import { FakeService } from '../../support/fake-service.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';

export const CREATED_AT = '2024-08-27T14:57:51.485934Z';

function searchingAt(mirror: Database): Database {
  recoverTextIndex(mirror, textIndexPath(mirror.name));
  return openToRead(mirror.name, 2);
}

type Given = {
  readonly mirrorPath?: string;
  readonly perMinute?: number | null;
  readonly clock?: ManualClock;
  readonly service?: Service;
};

/** A profile's signatures, over the fake service and time that moves when told. Content is called by number. */
export class SignatureWorld {
  readonly fake = new FakeService();
  readonly clock: ManualClock;
  readonly mirror: Database;
  readonly bugs: unknown[] = [];
  readonly ended: SignatureJob[] = [];
  /** When each request left, with its CID. */
  readonly asked: { readonly atMs: number; readonly cid: string }[] = [];
  mayAsk = true;
  /** Whether the connection is open. */
  isOpen = true;
  /** How often listeners were told that something is new. */
  announced = 0;
  /** What a listener does when a job came to its end. */
  onEnded: () => void = () => undefined;
  /** Runs before a verification is answered: the place for what happens meanwhile. */
  onVerify: () => void = () => undefined;
  learnt: ServiceTraits = noTraits;
  /** Aborted when the connection gets another token or address. */
  connectionEnd = new AbortController();
  /** How many contents were verified, each time. */
  readonly verified: number[] = [];
  readonly signers = knownSignersTable(anOutbox().db);
  readonly #searching: Database;
  readonly checks: VerificationJobs;
  readonly fetches: FetchJobs;
  readonly table: ReturnType<typeof signaturesTable>;
  readonly verdicts: ReturnType<typeof verificationTable>;

  /** @param given `mirrorPath` of a copy on disk, for a start after a kill; `service` in place of the fake one */
  constructor(given: Given = {}) {
    const { mirrorPath = ':memory:', perMinute = null, clock = new ManualClock() } = given;
    this.clock = clock;
    this.mirror = openMirror(mirrorPath, openedAtMs).db;
    this.#searching = this.mirror.memory ? this.mirror : searchingAt(this.mirror);
    this.table = signaturesTable(this.mirror);
    this.verdicts = verificationTable(this.mirror);
    makeSortIndexes(this.mirror);
    this.fake.onCall = ({ input }) => this.asked.push({ atMs: this.clock.nowMs(), cid: String(input[1]) });
    const unlimited = given.service ?? this.fake;
    const service = perMinute === null ? unlimited : rateLimited(unlimited, new RateLimit(perMinute, this.clock));
    const report = (error: unknown): void => void this.bugs.push(error);
    const verify: Verify = async (contents, signers) => {
      this.verified.push(contents.length);
      this.onVerify();
      return contents.map((one) => checkSignature(one, signers));
    };
    const { clock: time } = this;
    const list = this.signers.list;
    const announce = (): void => void (this.announced += 1);
    this.checks = new VerificationJobs({
      verdicts: this.verdicts,
      signers: list,
      verify,
      clock: time,
      announce,
      report,
    });
    const open = {
      service,
      beside: <T>(work: (signal: AbortSignal) => Promise<T>) => work(this.connectionEnd.signal),
      mayAsk: () => this.mayAsk,
      saveTraits: (traits: Partial<ServiceTraits>) => void (this.learnt = { ...this.learnt, ...traits }),
      connection: () => aConnection({ learnt: this.learnt }),
    };
    const running = () => (this.isOpen ? open : null);
    this.fetches = new FetchJobs({
      ...{ signatures: this.table, jobs: fetchJobsTable(this.mirror), chosen: selectedCids(this.#searching) },
      ...{ running, clock: time, random: seededRandom(), announce, report },
      check: (id, places) => this.checks.check(id, places),
      ended: (_id, job) => {
        this.ended.push(job);
        this.onEnded();
      },
    });
    onTestFinished(() => this.stop());
  }

  /** As the end of the program; after a kill nothing more would be written either. */
  async stop(): Promise<void> {
    await this.fetches.close();
    await this.checks.close();
    this.#searching.close();
    this.mirror.close();
  }

  put(...records: readonly FileRecord[]): void {
    const seen = { seenAtMs: 1, requestSeq: 1, scanId: null };
    const all = records.map((record) => observed(record));
    filesTable(this.mirror).put(connectionA, all, seen, () => []);
  }

  /** As a move, a rebuild and an erasure of the mirror do. */
  emptyMirror(): void {
    filesTable(this.mirror).wipe(connectionA);
    this.fetches.mirrorEmptied(connectionA);
  }

  /** Files `from` to `to`, signed on the service by one wallet, or by nobody for null. */
  putSigned(from: number, to: number, wallet: number | null = 0, date = CREATED_AT): void {
    const numbers = Array.from({ length: to - from }, (_, at) => from + at);
    this.put(...numbers.map((number) => aFile({ id: `file-${number}`, cid: cidOf(number), createdAt: CREATED_AT })));
    const by = wallet === null ? undefined : wallets[wallet];
    if (by !== undefined)
      for (const number of numbers) this.fake.signatures.set(cidOf(number), signContent(by, cidOf(number), date));
  }

  /** Says whose a practice wallet is. */
  know(wallet: number, label = `wallet ${wallet}`): void {
    this.signers.put([knownSigner.parse({ address: wallets[wallet]?.address, label, addedAtMs: 1 })]);
  }

  status(number: number): string | null {
    return this.table.get(connectionA, 'public', cidOf(number))?.status ?? null;
  }
}

export const cidOf = (number: number): string => `bafkreicontent${String(number).padStart(6, '0')}`;
export const contentOf = (number: number) => ({ network: 'public' as const, cid: cidOf(number) });
