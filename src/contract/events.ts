/** What may be announced. An announcement says that something changed and never carries it. */
export const eventNames = [
  'files.changed',
  'keys.changed',
  'keyAlerts.changed',
  'changes.changed',
  'status.changed',
  'connections.changed',
  'savedViews.changed',
  'export.changed',
  'signatures.changed',
  'signers.changed',
] as const;
export type EventName = (typeof eventNames)[number];
