/** An event that a listener may forbid, as Electron's are. */
export type Preventable = { defaultPrevented: boolean; preventDefault: () => void };

export function preventable<Details extends object>(details: Details): Details & Preventable {
  const event = { ...details, defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
}
