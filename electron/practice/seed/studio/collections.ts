import type { Random } from '../random.ts';
import { KINDS, type StudioKind } from './file-kinds.ts';

/** One file of a piece of work, such as the front of a card. */
export type Part = {
  /** The end of the name, with the extension. */
  readonly ending: string;
  readonly kind: StudioKind;
};

/** A metadata key of a collection. */
type Pair = {
  readonly key: string;
  /** The probability that a file has the key. */
  readonly share: number;
  /** @param piece counted from 1 */
  readonly value: (random: Random, piece: number) => string;
};

/** A collection of the made-up studio: pieces of work, each with the same parts. */
export type Collection = {
  /** The id of its group; null for files of no group. */
  readonly groupId: string | null;
  /** Its files among a hundred of the library. */
  readonly share: number;
  /** The probability that a file is public. */
  readonly publicShare: number;
  /** The begin of the names of a piece. @param piece counted from 1 */
  readonly stem: (piece: number) => string;
  readonly parts: readonly Part[];
  readonly pairs: readonly Pair[];
};

const part = (ending: string, kind: StudioKind): Part => ({ ending, kind });
const padded = (piece: number, digits: number): string => String(piece).padStart(digits, '0');
const turn = (list: readonly string[], piece: number): string => list[(piece - 1) % list.length] ?? '';
const round = (list: readonly string[], piece: number): number => 1 + Math.floor((piece - 1) / list.length);

/** The last value is the rarest. */
const oneOf =
  (...values: readonly string[]) =>
  (random: Random): string =>
    random.pickSkewed(values);
const pair = (key: string, share: number, value: Pair['value']): Pair => ({ key, share, value });
const stage = pair('stage', 0.9, oneOf('final', 'final', 'proof', 'draft'));
const season = (piecesEach: number): Pair =>
  pair('season', 0.85, (_, piece) => String(1 + (Math.floor(piece / piecesEach) % 4)));

const PLACES = ['harbour-lights', 'salt-road', 'long-shoal', 'north-mole', 'drowned-bell', 'ferry-stairs', 'grey-weir'];
const INSTRUMENTS = ['astrolabe', 'sextant', 'orrery', 'chronometer', 'theodolite', 'planisphere', 'heliograph'];
const FAMILIES = ['inkwell', 'lodestar', 'marrow', 'tidemark', 'vellum', 'quoin'];
const STYLES = ['text', 'text-italic', 'display', 'caption', 'mono'];
const DESK = [
  'press-kit',
  'shop-allowlist',
  'studio-contacts',
  'studio-budget',
  'shop-window',
  'release-plan',
  'mailing',
];
const DROPS = ['winter-drop', 'spring-drop', 'summer-fair', 'autumn-drop'];

/** Every drop once a year. */
const yearOf = (piece: number): number => 2_018 + Math.floor((round(DESK, piece) - 1) / DROPS.length);

const paperAutomata: Collection = {
  groupId: 'paper-automata',
  share: 35,
  publicShare: 0.85,
  stem: (piece) => `paper-automata-${padded(piece, 4)}`,
  parts: [
    part('.png', KINDS.artwork),
    part('.json', KINDS.record),
    part('-preview.webp', KINDS.preview),
    part('-cut-lines.svg', KINDS.drawing),
    part('@2x.png', KINDS.artwork),
    part('-sheet.pdf', KINDS.document),
    part('-folding.gif', KINDS.animation),
    part('-paper.jpg', KINDS.photo),
  ],
  pairs: [
    pair('rarity', 0.95, oneOf('common', 'uncommon', 'rare', 'epic', 'mythic')),
    pair('tier', 0.35, oneOf('bronze', 'silver', 'gold')),
    season(128),
    stage,
    pair('artist', 0.9, oneOf('ink team', 'Mira Voss', 'Jun Okada', 'Tomás Reis')),
    pair('edition', 0.8, (_, piece) => `${piece} of 4096`),
  ],
};

const emberCourt: Collection = {
  groupId: 'ember-court',
  share: 26,
  publicShare: 0.8,
  stem: (piece) => `ember-court-card-${padded(piece, 3)}`,
  parts: [
    part('-front@2x.png', KINDS.artwork),
    part('-back@2x.png', KINDS.artwork),
    part('-front.png', KINDS.artwork),
    part('-rules.md', KINDS.notes),
    part('.json', KINDS.record),
    part('-art.psd', KINDS.layers),
  ],
  pairs: [
    pair('rarity', 0.95, oneOf('common', 'uncommon', 'rare', 'legendary')),
    pair('suit', 0.9, (_, piece) => turn(['embers', 'thorns', 'tides', 'bells'], piece)),
    pair('tier', 0.3, oneOf('silver', 'gold')),
    season(110),
    stage,
    pair('artist', 0.85, oneOf('Mira Voss', 'Ayo Bello', 'ink team')),
  ],
};

const tidewaterAtlas: Collection = {
  groupId: 'tidewater-atlas',
  share: 14,
  publicShare: 0.7,
  stem: (piece) => `tidewater-atlas-sheet-${padded(piece, 2)}-${turn(PLACES, piece)}`,
  parts: [
    part('.tif', KINDS.scan),
    part('-web.jpg', KINDS.photo),
    part('.geojson', KINDS.shapes),
    part('-legend.html', KINDS.page),
  ],
  pairs: [
    pair('sheet', 0.95, (_, piece) => String(piece)),
    pair('scale', 0.9, oneOf('1:25000', '1:50000', '1:100000')),
    pair('coast', 0.8, (_, piece) => turn(['north', 'east', 'south', 'west'], piece)),
    stage,
    pair('artist', 0.7, oneOf('Hanne Lund', 'ink team')),
  ],
};

const brassMeridian: Collection = {
  groupId: 'brass-meridian',
  share: 9,
  publicShare: 0.6,
  stem: (piece) => `brass-meridian-${turn(INSTRUMENTS, piece)}-${padded(round(INSTRUMENTS, piece), 2)}`,
  parts: [
    part('-lod0.glb', KINDS.model),
    part('-lod1.glb', KINDS.model),
    part('-textures.zip', KINDS.bundle),
    part('-turntable.mov', KINDS.turntable),
    part('-viewer.wasm', KINDS.program),
  ],
  pairs: [
    pair('instrument', 0.95, (_, piece) => turn(INSTRUMENTS, piece)),
    pair('tier', 0.4, oneOf('bronze', 'silver', 'gold')),
    pair('triangles', 0.8, (random) => String(2_000 + 500 * random.below(90))),
    stage,
    pair('license', 0.6, oneOf('all rights reserved', 'CC-BY-4.0')),
  ],
};

const nightOrchard: Collection = {
  groupId: 'night-orchard',
  share: 5,
  publicShare: 0.35,
  stem: (piece) => `night-orchard-loop-${padded(piece, 2)}`,
  parts: [
    part('-4k-master.mp4', KINDS.master),
    part('-preview.mp4', KINDS.video),
    part('-stem-strings.wav', KINDS.stem),
    part('-stem-bells.wav', KINDS.stem),
    part('-radio-edit.mp3', KINDS.sound),
    part('-cues.txt', KINDS.text),
  ],
  pairs: [
    pair('movement', 0.9, (_, piece) => turn(['dusk', 'midnight', 'small hours', 'first light'], piece)),
    pair('bpm', 0.8, (random) => String(60 + 4 * random.below(12))),
    stage,
    pair('artist', 0.9, oneOf('Noor Haddad', 'Jun Okada')),
    season(12),
  ],
};

const typeSpecimens: Collection = {
  groupId: 'type-specimens',
  share: 2,
  publicShare: 0.5,
  stem: (piece) => {
    const weight = 100 * (1 + (Math.floor((piece - 1) / (FAMILIES.length * STYLES.length)) % 9));
    return `type-specimen-${turn(FAMILIES, piece)}-${turn(STYLES, round(FAMILIES, piece))}-${weight}`;
  },
  parts: [part('.otf', KINDS.typeface), part('.woff2', KINDS.webTypeface), part('.pdf', KINDS.document)],
  pairs: [
    pair('family', 0.95, (_, piece) => turn(FAMILIES, piece)),
    pair('glyphs', 0.8, (random) => String(220 + random.below(700))),
    stage,
    pair('license', 0.7, oneOf('OFL-1.1', 'all rights reserved')),
  ],
};

const desk: Collection = {
  groupId: null,
  share: 9,
  publicShare: 0.55,
  stem: (piece) => `${turn(DESK, piece)}-${turn(DROPS, round(DESK, piece))}-${yearOf(piece)}`,
  parts: [
    part('', KINDS.folder),
    part('.csv', KINDS.table),
    part('.pdf', KINDS.document),
    part(' README.md', KINDS.notes),
  ],
  pairs: [
    pair('year', 0.6, (_, piece) => String(yearOf(piece))),
    pair('owner', 0.7, oneOf('shop', 'press desk', 'founders')),
    stage,
  ],
};

/** The largest first. Their shares add up to a hundred. */
export const COLLECTIONS: readonly Collection[] = [
  paperAutomata,
  emberCourt,
  tidewaterAtlas,
  brassMeridian,
  desk,
  nightOrchard,
  typeSpecimens,
];
