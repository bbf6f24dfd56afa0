import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('text that cannot be stored is refused in a sentence and stays where it was typed', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
  const { files, inspector } = await openOn(practice);
  await files.choose('one.png');
  await inspector.startRename();
  await inspector.newName.fill('a bell \u0007 in a name');
  await expect(inspector.pane).toContainText('This holds a control character or a line break');
  await expect(inspector.save).toBeDisabled();
  await inspector.newName.evaluate((input: HTMLInputElement) => {
    // Not typed by the driver: half a character does not survive its protocol.
    input.value = `half ${String.fromCharCode(0xd83d)}`;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(inspector.pane).toContainText('This holds half of a character');
  await expect(inspector.save).toBeDisabled();
  expect(await inspector.newName.evaluate((input: HTMLInputElement) => input.value.charCodeAt(5))).toBe(0xd83d);
  await inspector.newName.fill('');
  await expect(inspector.pane).toContainText('This must not be empty.');
  await inspector.newName.fill('whole again 😀.png');
  await inspector.save.click();
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'whole again 😀.png' });
});

test('__proto__ is a metadata key like any other', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
  const { files, inspector } = await openOn(practice);
  await files.choose('one.png');
  await inspector.editMetadata.click();
  await inspector.add('__proto__', 'plain data');
  await inspector.add('constructor', 'too');
  await inspector.saveMetadata();
  const pairs = (): unknown => JSON.parse(JSON.stringify(practice.control.file(file!.id))).keyvalues;
  await expect
    .poll(() => Object.entries(pairs() ?? {}).toSorted())
    .toEqual([
      ['__proto__', 'plain data'],
      ['constructor', 'too'],
    ]);
  await expect(inspector.pane).toContainText('Metadata 2 pairs');
});

test('names of markup and invisible characters are shown as text with badges', async ({ openOn, service }) => {
  const practice = await service();
  const markup = '<img src=x onerror=alert(1)>.png';
  await namedFiles(practice, [
    { name: markup, keyvalues: { '<b>key</b>': '\u200bhidden' } },
    { name: 'photo\u202egnp.exe' },
  ]);
  const { files, inspector, page } = await openOn(practice);
  await files.choose(markup);
  await expect(inspector.title).toHaveText(markup);
  await expect(inspector.pane).toContainText('<b>key</b>');
  await expect(inspector.pane).toContainText('U+200Bhidden');
  await expect(page.getByRole('img', { name: 'x' })).toHaveCount(0);
  await files.search.fill('gnp.exe');
  await expect(files.row('photoU+202Egnp.exe')).toBeVisible();
});

test(
  'a profile that another Pinfold uses is named, and the first goes on',
  { tag: '@shell' },
  async ({ openOn, service, run, driver }) => {
    const app = await openOn(await service());
    const second = await run();
    expect(second.code).toBe(0);
    if (driver === 'web-host') expect(second.output).toContain('Pinfold is running already');
    await expect(app.files.found).toContainText('40 files');
  },
);

test('a profile directory that cannot be written to is named', { tag: '@shell' }, async ({ run, scratch }) => {
  // Not even an administrator may make a folder below a file.
  writeFileSync(join(scratch, 'a file'), '');
  const profileDirectory = join(scratch, 'a file', 'profile');
  const { code, output } = await run({ profileDirectory });
  expect(output).toContain(`Pinfold cannot write to ${profileDirectory}`);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});
