import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test(
  'the accessibility tree tells the story of an edit: waiting, in conflict, decided',
  { tag: '@web-host' },
  async ({ openOn, service }) => {
    const practice = await service();
    const [file] = await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { rarity: 'rare' } }]);
    const app = await openOn(practice);
    const { page, status, changes } = app;
    await expect(status).toContainText('Up to date');
    practice.control.changeSettings({ offline: true });

    await test.step('a file that waits', async () => {
      await app.files.choose('aurora.png');
      await app.inspector.rename('aurora-mine.png');
      await app.files.search.fill('aurora');
      await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - banner:
        - 'button "Connection: Studio"'
        - search:
          - searchbox "Search files": aurora
        - button "Commands"
        - button "Review changes to 1 file"`);
      await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - region "Files":
          - heading "“aurora”" [level=1]
          - status: 1 file of 40
          - grid "Files":
            - rowgroup:
              - row:
                - columnheader "Select all files of this list"
                - columnheader "Name, or why it is here"
            - rowgroup:
              - row /^aurora-mine\\.png .* waiting/ [selected]
        - complementary "Inspector":
          - heading "aurora-mine.png" [level=2]
          - button "Rename"
          - region "Metadata":
            - term: Name
            - definition:
              - deletion: "On server: aurora.png"
              - insertion: "On this computer: aurora-mine.png"
              - text: waiting
            - definition:
              - button "Undo the change of Name"`);
      await expect(status).toMatchAriaSnapshot(`
      - contentinfo "Standing of this connection":
        - text: /Changes to 1 file waiting on this computer/
        - button "Try now"`);
    });

    practice.control.editFile({ id: file!.id, name: 'aurora-theirs.png' });
    practice.control.changeSettings({ offline: false });
    await app.checkNow();
    await expect(status).toContainText('1 needs you');

    await test.step('a conflict', async () => {
      await app.go(/^Changes/);
      await changes.rows.first().click();
      await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - region "Changes":
          - heading "Changes" [level=1]
          - grid "Change sets":
            - rowgroup:
              - row /Rename aurora\\.png to aurora-mine\\.png Needs your decision/ [selected]
        - region "Chosen change":
          - article:
            - heading "Rename aurora.png to aurora-mine.png" [level=2]
            - region "aurora-theirs.png was changed in both places":
              - heading "aurora-theirs.png was changed in both places" [level=3]
              - group:
                - table "Fields changed in both places":
                  - rowgroup:
                    - row "Field Before Yours Server By hand"
                  - rowgroup:
                    - row:
                      - rowheader "Name"
                      - cell "aurora.png"
                      - cell:
                        - 'radio "Yours: aurora-mine.png"'
                      - cell:
                        - 'radio "Server: aurora-theirs.png"'
                      - cell:
                        - radio "By hand"
              - button "Use this result" [disabled]
              - button "Keep server for all"
              - button "Decide later"`);
    });

    await test.step('the decision', async () => {
      await changes.decide('Name', 'Yours');
      await expect(changes.field('Name')).toMatchAriaSnapshot(`
        - row:
          - rowheader "Name"
          - cell:
            - 'radio "Yours: aurora-mine.png" [checked]'`);
      await expect(changes.use).toMatchAriaSnapshot(`- button "Use this result"`);
      await changes.use.click();
      await expect(status).toContainText('Up to date');
      await changes.show('Sent');
      await expect(changes.list).toMatchAriaSnapshot(`
      - grid "Change sets":
        - rowgroup:
          - row /Rename aurora\\.png to aurora-mine\\.png/`);
    });
  },
);
