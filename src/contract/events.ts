/** The names of announcements. An announcement says that data changed, and never contains the data. */
export const eventNames = [
  'files.changed',
  'drafts.changed',
  'keys.changed',
  'keyAlerts.changed',
  'changes.changed',
  'status.changed',
  'connections.changed',
  'savedViews.changed',
  'export.changed',
  'signatures.changed',
  'signers.changed',
  'activity.changed',
  'groupNames.changed',
  'preferences.changed',
  'updates.changed',
  'phase.changed',
] as const;
export type EventName = (typeof eventNames)[number];
