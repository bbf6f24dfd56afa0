/** A version of three numbers with an optional pre-release (Semantic Versioning 2.0.0). */
const form = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

export const isVersion = (text: string): boolean => form.test(text);

export const isPreRelease = (version: string): boolean => form.exec(version)?.[4] !== undefined;

/** Whether `version` comes after `other` (Semantic Versioning 2.0.0, section 11). False for what is no version. */
export function isNewer(version: string, other: string): boolean {
  const [one, two] = [form.exec(version), form.exec(other)];
  if (one === null || two === null) return false;
  for (const place of [1, 2, 3]) {
    const difference = Number(one[place]) - Number(two[place]);
    if (difference !== 0) return difference > 0;
  }
  return precedence(one[4], two[4]) > 0;
}

/** A release comes after its pre-releases. */
function precedence(one: string | undefined, two: string | undefined): number {
  if (one === undefined || two === undefined) return Number(one === undefined) - Number(two === undefined);
  const [mine, theirs] = [one.split('.'), two.split('.')];
  for (const [at, part] of mine.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    const difference = compareParts(part, other);
    if (difference !== 0) return difference;
  }
  return mine.length - theirs.length;
}

/** Numbers by value and below words; words by their code units. */
function compareParts(one: string, two: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(one), /^\d+$/.test(two)];
  if (isNumber && isOther) return Number(one) - Number(two);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return one === two ? 0 : one < two ? -1 : 1;
}
