import { must, type Check, type Subject } from './check.ts';
import { everyKey, idOf, keysPage, nameOf } from './key-pages.ts';

/** A key with a name that has letters, so that its case can be changed. */
type Named = { readonly id: string; readonly name: string };

const NO_SUCH_NAME = 'no key of this account is called like this 7f3a9c';

async function namedKey(subject: Subject): Promise<Named | null> {
  for (const key of await keysPage(subject)) {
    const name = nameOf(key);
    // Letters whose cases do not map one to one differ between databases.
    if (name !== null && /[a-z]{3}/i.test(name) && /^[\x20-\x7e]+$/.test(name)) return { id: idOf(key), name };
  }
  return null;
}

/** The text as a pattern that matches only itself. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

async function idsNamed(subject: Subject, pattern: string): Promise<readonly string[]> {
  const { keys } = await everyKey(subject, `name=${encodeURIComponent(pattern)}`);
  return keys.map(idOf);
}

/** A check about a named key, skipped where there is none. */
function aboutName(name: string, examine: (subject: Subject, key: Named) => Promise<void>): Check {
  return {
    name,
    section: '4.2',
    async examine(subject) {
      const key = await namedKey(subject);
      if (!key) return 'no key on the first page has a plain name of letters';
      await examine(subject, key);
      return null;
    },
  };
}

/** The filter by name of section 4.2. */
export const nameChecks: readonly Check[] = [
  aboutName('name finds a key whatever the letter case', async (subject, { id, name }) => {
    for (const asked of [name, name.toUpperCase(), name.toLowerCase()]) {
      const found = await idsNamed(subject, escaped(asked));
      must(found.includes(id), `the name ${JSON.stringify(asked)} does not find the key ${id}`);
    }
  }),
  aboutName('name shows only keys whose name matches', async (subject, { name }) => {
    const { keys } = await everyKey(subject, `name=${encodeURIComponent(escaped(name))}`);
    for (const key of keys) {
      // Whether the pattern must match the whole name is not shown.
      const matches = nameOf(key)?.toLowerCase().includes(name.toLowerCase());
      must(matches === true, `the key ${idOf(key)} is listed but its name does not match`);
    }
    must((await idsNamed(subject, NO_SUCH_NAME)).length === 0, 'a name that no key has finds keys');
  }),
  aboutName('a percent sign in name stands for any text', async (subject, { id, name }) => {
    const pattern = `${escaped(name.slice(0, 2))}%${escaped(name.slice(-1))}`;
    must((await idsNamed(subject, pattern)).includes(id), `the pattern ${pattern} does not find the key ${id}`);
  }),
  aboutName('an underscore in name stands for one character', async (subject, { id, name }) => {
    const pattern = `_${escaped(name.slice(1))}`;
    must((await idsNamed(subject, pattern)).includes(id), `the pattern ${pattern} does not find the key ${id}`);
  }),
];
