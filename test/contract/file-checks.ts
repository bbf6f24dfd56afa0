import { ask, isObject, object, success, type JsonObject } from './ask.ts';
import { must, type Check, type Subject } from './check.ts';
import { FILE_FIELDS, mustBeRecord } from './record-fields.ts';

const NO_SUCH_FILE = '00000000-0000-4000-8000-000000000000';

/** Updates the file and gives back the record of the answer. */
export async function updated(subject: Subject, id: string, body: JsonObject): Promise<JsonObject> {
  const path = `/files/${subject.network}/${encodeURIComponent(id)}`;
  return object(success(await ask(subject, path, { method: 'PUT', body }))['data'], 'data');
}

/** The same value whatever the order of members, for comparison and for messages. */
function canonical(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value) ?? 'absent';
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.sort().join(',')}}`;
}

function mustBeSame(before: JsonObject, after: JsonObject, except: readonly string[] = []): void {
  for (const name of Object.keys({ ...before, ...after }).filter((member) => !except.includes(member))) {
    const [was, is] = [canonical(before[name]), canonical(after[name])];
    must(was === is, `${name} was ${was.slice(0, 100)} and is now ${is.slice(0, 100)}`);
  }
}

/** A check that needs a file to write to. */
function withFile(
  name: string,
  section: string,
  examine: (subject: Subject, id: string) => Promise<string | null>,
): Check {
  return {
    name,
    section,
    async examine(subject) {
      const { writeFileId } = subject;
      return writeFileId === null ? 'no file may be written' : examine(subject, writeFileId);
    },
  };
}

/** Makes a change and puts the file back, whatever the change was answered. */
async function changedAndPutBack(
  subject: Subject,
  id: string,
  change: JsonObject,
  back: JsonObject,
): Promise<{ after: JsonObject; restored: JsonObject }> {
  try {
    const after = await updated(subject, id, change);
    return { after, restored: await updated(subject, id, back) };
  } catch (error) {
    await updated(subject, id, back);
    throw error;
  }
}

async function renames(subject: Subject, id: string): Promise<string | null> {
  const before = await updated(subject, id, {});
  const { name } = before;
  if (typeof name !== 'string') return 'the file has no name to be put back';
  const wanted = `${name} (renamed)`;
  const { after, restored } = await changedAndPutBack(subject, id, { name: wanted }, { name });
  must(after['name'] === wanted, `the name was to be ${wanted} and is ${String(after['name'])}`);
  mustBeSame(before, after, ['name']);
  mustBeSame(before, restored);
  return null;
}

async function changesMetadata(subject: Subject, id: string): Promise<string | null> {
  const before = await updated(subject, id, {});
  const keyvalues = isObject(before['keyvalues']) ? before['keyvalues'] : {};
  const [key, value] = Object.entries(keyvalues)[0] ?? [];
  if (key === undefined || typeof value !== 'string') return 'the file has no metadata to be changed and put back';
  // The whole metadata is sent, because it is not shown whether it is merged or replaced.
  const wanted = { ...keyvalues, [key]: `${value} (changed)` };
  const { after, restored } = await changedAndPutBack(subject, id, { keyvalues: wanted }, { keyvalues });
  mustBeSame({ ...before, keyvalues: wanted }, after);
  mustBeSame(before, restored);
  return null;
}

async function changesBoth(subject: Subject, id: string): Promise<string | null> {
  const before = await updated(subject, id, {});
  const { name, keyvalues } = before;
  if (typeof name !== 'string' || !isObject(keyvalues)) return 'the file has no name and metadata to be put back';
  const wanted = { name: `${name} (both)`, keyvalues };
  const { after, restored } = await changedAndPutBack(subject, id, wanted, { name, keyvalues });
  mustBeSame({ ...before, ...wanted }, after);
  mustBeSame(before, restored);
  return null;
}

/** Sections 2.1 and 4.3. */
export const fileChecks: readonly Check[] = [
  withFile('an update answers 200 with the file in data', '4.3', async (subject, id) => {
    const record = await updated(subject, id, {});
    must(
      String(record['id']).toLowerCase() === id.toLowerCase(),
      `the answer is about the file ${String(record['id'])}`,
    );
    return null;
  }),
  withFile('each field of a file that is there has its type', '2.1', async (subject, id) => {
    mustBeRecord(await updated(subject, id, {}), FILE_FIELDS, ['id', 'cid'], 'the file');
    return null;
  }),
  withFile('an update of nothing changes nothing', '4.3', async (subject, id) => {
    mustBeSame(await updated(subject, id, {}), await updated(subject, id, {}));
    return null;
  }),
  withFile('an update with a name changes the name and nothing else', '4.3', renames),
  withFile('an update with keyvalues changes the metadata and nothing else', '4.3', changesMetadata),
  withFile('an update may hold both members', '4.3', changesBoth),
  withFile('a file is found on its own network only', '1, 4.3', async (subject, id) => {
    const other = subject.network === 'public' ? 'private' : 'public';
    for (const network of [other, 'neither']) {
      const path = `/files/${network}/${encodeURIComponent(id)}`;
      const { status } = await ask(subject, path, { method: 'PUT', body: {} });
      must(status !== 200, `the file is also found on the network ${network}`);
    }
    return null;
  }),
  withFile('an update of a file that is not there does not succeed', '1, 4.3', async (subject) => {
    const path = `/files/${subject.network}/${NO_SUCH_FILE}`;
    const { status } = await ask(subject, path, { method: 'PUT', body: {} });
    must(status !== 200, 'the update of a file that is not there answers 200');
    return null;
  }),
];
