import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { makePresence, visit } from './presence.mjs';
import { attempt, inProject, say } from './project.mjs';

/** What the starts of this folder leave for each other. A build empties the folders of its programs, and leaves this one. */
const folder = 'out/.pinfold-starts';
const openApps = `${folder}/open`;
const turn = `${folder}/turn`;

/** @param {string} path */
const remove = (path) => attempt(() => rmSync(inProject(path), { force: true }));

/** @param {string} path of a note; one that cannot be read leads to nobody */
function noteAt(path) {
  let note = '';
  attempt(() => (note = readFileSync(inProject(path), 'utf8')));
  return note;
}

/** Whether an app runs from the programs and packages of this folder. */
export async function isAppOpen() {
  let names = /** @type {string[]} */ ([]);
  attempt(() => (names = readdirSync(inProject(openApps))));
  for (const path of names.map((name) => `${openApps}/${name}`)) {
    const app = await visit(noteAt(path));
    app?.destroy();
    if (app !== null) return true;
    remove(path);
  }
  return false;
}

/**
 * Runs the app, and lets every other start know of it meanwhile.
 *
 * @template Result
 * @param {() => Promise<Result>} runApp
 */
export async function whileOpen(runApp) {
  const own = await makePresence();
  if (own === null) return runApp();
  const path = `${openApps}/${own.name}`;
  attempt(() => {
    mkdirSync(inProject(openApps), { recursive: true });
    writeFileSync(inProject(path), own.note);
  });
  return runApp().finally(() => {
    remove(path);
    own.end();
  });
}

/**
 * Does work on the programs and packages of this folder, one start after the other: two builds would each remove what the
 * other one made. Where the disk keeps no turns, nobody waits.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 */
export async function inTurn(work) {
  const own = await makePresence();
  if (own === null) return work();
  const hasTurn = await takeTurn(own);
  return work().finally(() => {
    if (hasTurn) remove(turn);
    own.end();
  });
}

/**
 * @param {import('./presence.mjs').Presence} own
 * @returns {Promise<boolean>} false where the disk keeps none
 */
async function takeTurn(own) {
  for (;;) {
    const refusal = refusalOf(own);
    if (refusal !== 'EEXIST') return refusal === null;
    const note = noteAt(turn);
    const holder = await visit(note);
    if (holder === null) {
      // Another start that waited may have found the same, and have the turn by now.
      if (noteAt(turn) === note && !remove(turn)) return false;
    } else {
      say('Another start prepares this folder; waiting for it …');
      await new Promise((resolve) => void holder.once('close', resolve));
    }
  }
}

/**
 * Takes the turn by a link, which is there whole or not at all: nobody reads half a note.
 *
 * @param {import('./presence.mjs').Presence} own
 * @returns {string | null} the code of the refusal; null after a success
 */
function refusalOf({ name, note }) {
  const beside = `${folder}/${name}`;
  try {
    mkdirSync(inProject(folder), { recursive: true });
    writeFileSync(inProject(beside), note);
    linkSync(inProject(beside), inProject(turn));
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  } finally {
    remove(beside);
  }
}
