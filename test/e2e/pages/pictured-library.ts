import type { PracticeServer } from '../../../electron/practice/server.ts';
import { firstGroupNames } from '../../../electron/workers/practice/first-edits-plan.ts';
import type { App } from './app.ts';
import { askService } from './service-files.ts';

/** The names that a person gives to the groups of the studio. */
export async function nameGroups(app: App): Promise<void> {
  for (const { group, name } of firstGroupNames) {
    await app.go(new RegExp(`^${group}`));
    await app.page.getByRole('button', { name: 'Name this group' }).click();
    await app.page.getByRole('textbox', { name: 'Name of the group' }).fill(name);
    await app.page.keyboard.press('Enter');
    await app.nav.getByRole('link', { name }).waitFor();
  }
  await app.go(/^Files/);
}

type Picture = {
  readonly id: string;
  readonly mime_type: string | null;
  readonly group_id: string | null;
  readonly keyvalues: Readonly<Record<string, string>>;
};

/** Pictures of one group, the newest first, which get the names and the metadata of the collection. */
export async function collectionFiles(service: PracticeServer): Promise<readonly { id: string; name: string }[]> {
  const { data } = await askService<{ data: { files: readonly Picture[] } }>(service, '/files/public?limit=1000');
  const pictures = data.files.filter(({ mime_type }) => mime_type === 'image/png');
  const group = pictures.find(({ group_id }) => group_id !== null)?.group_id;
  const chosen = pictures.filter(({ group_id }) => group_id === group).slice(0, collection.length);
  return chosen.map(({ id, keyvalues: before }, place) => {
    const { name, keyvalues } = collection[place]!;
    const removed = Object.fromEntries(Object.keys(before).map((key) => [key, null]));
    service.control.editFile({ id, name, keyvalues: { ...removed, ...keyvalues } });
    return { id, name };
  });
}

const collection = Array.from({ length: 24 }, (_, place) => ({
  name: `aurora-0${401 + place}.png`,
  keyvalues: {
    series: 'Northern lights',
    rarity: ['common', 'rare', 'common', 'uncommon'][place % 4]!,
    artist: 'Ines',
    edition: `${place + 1} of 24`,
  },
}));
