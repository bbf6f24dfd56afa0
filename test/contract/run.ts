import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { outcomeOf, type Outcome, type Subject } from './check.ts';
import { contract } from './contract.ts';

const HELP = `Examines a file storage service against the service interface.

  PINFOLD_TOKEN=… node test/contract/run.ts --base-url URL [options]

  --base-url URL         the versioned address, such as https://api.example.com/v3
  --write FILE_ID        a file whose name and metadata may be changed and put back
  --network NETWORK      public (default) or private: where that file and the CID live
  --cid CID              signed content
  --help                 this text

The token comes from the environment, so that it does not stay in the history of the shell: PINFOLD_TOKEN of a key that
may list keys, read and write files; PINFOLD_UNSCOPED_TOKEN, if there is one, of a key that lacks org:files:read.`;

const LONGEST_PAUSE_SECONDS = 65;
const MOST_PAUSES = 3;

/** Asks again after the pause that a rate limit demands, a few times. */
async function patientFetch(url: string, init: RequestInit, pauses = 0): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status !== 429 || pauses >= MOST_PAUSES) return response;
  const seconds = Number(response.headers.get('Retry-After') ?? LONGEST_PAUSE_SECONDS);
  await response.arrayBuffer();
  await pause(Math.min(Math.max(seconds || 1, 1), LONGEST_PAUSE_SECONDS) * 1_000);
  return patientFetch(url, { ...init, signal: AbortSignal.timeout(30_000) }, pauses + 1);
}

const text = { type: 'string' } as const;
const OPTIONS = { 'base-url': text, write: text, network: text, cid: text, help: { type: 'boolean' } } as const;

/** @returns the subject, or what to say instead */
function subjectOf(words: string[], environment: NodeJS.ProcessEnv): Subject | string {
  const { values } = parseArgs({ args: words, options: OPTIONS });
  if (values.help) return HELP;
  const { network = 'public', 'base-url': baseUrl } = values;
  const token = environment['PINFOLD_TOKEN'];
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return '--base-url needs an address';
  if (network !== 'public' && network !== 'private') return '--network is public or private';
  if (!token) return 'PINFOLD_TOKEN is not set';
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    token,
    network,
    fetch: patientFetch,
    writeFileId: values.write ?? null,
    cid: values.cid ?? null,
    unscopedToken: environment['PINFOLD_UNSCOPED_TOKEN'] ?? null,
  };
}

/** @returns the subject, or what to say instead, also of words that parseArgs does not know */
function subjectOrWords(words: string[], environment: NodeJS.ProcessEnv): Subject | string {
  try {
    return subjectOf(words, environment);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

function line(name: string, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'passed':
      return `ok       ${name}`;
    case 'skipped':
      return `skipped  ${name} (${outcome.why})`;
    case 'failed':
      return `FAILED   ${name}: ${outcome.why}`;
  }
}

async function examine(subject: Subject): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const check of contract) {
    const outcome = await outcomeOf(check, subject);
    counts[outcome.kind] += 1;
    console.log(line(check.name, outcome));
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 ? 1 : 0;
}

/** Exit codes: 0 when nothing failed, 1 when something did, 2 when the words make no sense. */
async function main(words: string[]): Promise<number> {
  const subject = subjectOrWords(words, process.env);
  if (typeof subject !== 'string') return examine(subject);
  const isHelp = subject === HELP;
  (isHelp ? console.log : console.error)(subject);
  return isHelp ? 0 : 2;
}

process.exitCode = await main(process.argv.slice(2));
