/** A field's value; null for an absent metadata key. */
export type Value = string | null;

/** The values of a file by field: `name`, or `key:` and a metadata key. An absent field is null. */
export type Fields = Readonly<Record<string, Value>>;

type OfStation = { readonly station: string };
type OfField = OfStation & { readonly file: string; readonly field: string };

/** What became of an edit, as its person was told. */
export const outcomes = ['applied', 'alreadyThere', 'savedAs', 'discarded', 'refused', 'gone', 'unfinished'] as const;
export type Outcome = (typeof outcomes)[number];

/** What a person did, or was told by their workstation. */
export type Told =
  /** The person typed a value on top of the one they saw; whether it is saved is not known yet. */
  | (OfField & { readonly kind: 'asked'; readonly base: Value; readonly mine: Value })
  | (OfField & { readonly kind: 'saved'; readonly set: string; readonly mine: Value })
  /** The person saw the value of the service beside theirs, and chose; `value` is what they want from then on. */
  | (OfField & { readonly kind: 'decided'; readonly server: Value; readonly value: Value })
  | (OfField & { readonly kind: 'discarded'; readonly set: string })
  | (OfField & { readonly kind: 'outcome'; readonly set: string; readonly outcome: Outcome })
  | (OfStation & { readonly kind: 'killed' });

/** What a service answered one workstation about one file. */
export type Answered = OfStation & { readonly file: string } & (
    | { readonly kind: 'read'; readonly fields: Fields }
    | { readonly kind: 'write'; readonly asked: Fields; readonly before: Fields; readonly after: Fields }
    | { readonly kind: 'refusal'; readonly asked: Fields }
  );

/** One event, with the milliseconds since the run began. */
export type Event = (Told | Answered) & { readonly atMs: number };

/** Everything that was told and written in one run, and what stood everywhere at its end. */
export type History = {
  /** In the order in which it happened. */
  readonly events: readonly Event[];
  /** The files of the service by id, at the beginning and at the end. */
  readonly first: Readonly<Record<string, Fields>>;
  readonly last: Readonly<Record<string, Fields>>;
  /** What each workstation shows at the end. */
  readonly mirrors: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
};
