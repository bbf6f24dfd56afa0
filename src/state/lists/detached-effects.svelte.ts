/**
 * Makes something that outlives the view that asks for it first. What is derived within belongs to no view; otherwise it
 * would stand still as soon as that view is gone.
 */
export function detachedEffects<Made>(make: () => Made): Made {
  const made: Made[] = [];
  $effect.root(() => void made.push(make()));
  const [one] = made;
  if (one === undefined) throw new Error('An effect root runs at once');
  return one;
}
