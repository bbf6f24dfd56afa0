import { z } from 'zod';

const when = {
  /** Requests that meet this fault before it ends; absent for all requests. */
  times: z.int().min(1).optional(),
  /** Limits the fault to requests with this method. */
  method: z.string().min(1).optional(),
  /** Limits the fault to requests whose path and query contain this text. */
  pathContains: z.string().optional(),
};

const delayMs = z.int().min(0).max(600_000);

/**
 * A fault of one request. Faults up to `silence` never apply the request; the later ones apply it and break
 * the response; `lateApply` drops the connection first and applies the request later.
 */
export const fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), status: z.int().min(400).max(599), ...when }),
  z.strictObject({ kind: z.literal('dropBeforeApply'), ...when }),
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).default(200), ...when }),
  z.strictObject({
    kind: z.literal('redirect'),
    status: z.int().min(300).max(399).default(307),
    location: z.string(),
    ...when,
  }),
  z.strictObject({ kind: z.literal('rateLimit'), retryAfterSeconds: z.union([z.number(), z.string()]), ...when }),
  z.strictObject({
    kind: z.literal('answer'),
    status: z.int().min(200).max(599),
    contentType: z.string().nullable(),
    body: z.string(),
    ...when,
  }),
  z.strictObject({ kind: z.literal('silence'), ...when }),
  z.strictObject({ kind: z.literal('dropAfterApply'), ...when }),
  z.strictObject({ kind: z.literal('cutBody'), keepBytes: z.int().min(0).optional(), ...when }),
  z.strictObject({ kind: z.literal('stallBody'), ...when }),
  z.strictObject({ kind: z.literal('trickle'), bytesPerSecond: z.int().min(1).default(1), ...when }),
  z.strictObject({ kind: z.literal('garbage'), ...when }),
  z.strictObject({ kind: z.literal('wrongRecord'), ...when }),
  z.strictObject({ kind: z.literal('lateApply'), delayMs, ...when }),
]);

export type Fault = z.infer<typeof fault>;

/** The behaviour that the interface leaves open, and the faults. */
export const faultSettings = z.strictObject({
  /** Whether `GET /files/{network}` exists. */
  listing: z.boolean(),
  /** Whether `GET /files/{network}/{id}` exists. */
  readById: z.boolean(),
  filesPageSize: z.int().min(1).max(1_000),
  lastPageToken: z.enum(['null', 'empty', 'absent']),
  keysPageSize: z.int().min(1).max(1_000),
  countMeans: z.enum(['total', 'page']),
  unfilteredIncludesRevoked: z.boolean(),
  /** Whether listed keys contain their secret, as in the older form. */
  keySecretsInList: z.boolean(),
  keyvaluesMode: z.enum(['merge', 'mergeRefusingNull', 'mergeNullAsText', 'replace']),
  maxPairs: z.int().min(0),
  maxNameLength: z.int().min(0),
  nameNormalising: z.enum(['none', 'trimAndCompose']),
  wrongShapes: z.enum(['refuse', 'ignore']),
  wrongScopeStatus: z.union([z.literal(401), z.literal(403)]),
  unsignedAnswer: z.enum(['notFound', 'nullData', 'emptyData']),
  signatureDate: z.enum(['asStored', 'milliseconds']),
  /** Whether records contain fields that the interface does not define. */
  unknownMembers: z.boolean(),
  /** How long reads show the version before the last change. */
  staleReadsMs: delayMs,
  latencyMs: delayMs,
  rateLimitPerMinute: z.int().min(1).nullable(),
  offline: z.boolean(),
  faults: z.array(fault),
});

export type FaultSettings = z.infer<typeof faultSettings>;

/** A change of some settings, each with a new value. */
export const faultSettingsChange = faultSettings.partial();

export type FaultSettingsChange = z.input<typeof faultSettingsChange>;

/** The settings of a service without faults. */
export const DEFAULT_FAULT_SETTINGS: FaultSettings = {
  listing: true,
  readById: true,
  filesPageSize: 100,
  lastPageToken: 'null',
  keysPageSize: 10,
  countMeans: 'total',
  unfilteredIncludesRevoked: false,
  keySecretsInList: false,
  keyvaluesMode: 'merge',
  maxPairs: 10,
  maxNameLength: 255,
  nameNormalising: 'none',
  wrongShapes: 'refuse',
  wrongScopeStatus: 403,
  unsignedAnswer: 'notFound',
  signatureDate: 'asStored',
  unknownMembers: false,
  staleReadsMs: 0,
  latencyMs: 0,
  rateLimitPerMinute: null,
  offline: false,
  faults: [],
};

export type FaultSettingsStore = ReturnType<typeof faultSettingsStore>;

/** Holds the current settings. Each request that meets a fault with `times` spends one of them. */
export function faultSettingsStore(initial: FaultSettingsChange) {
  const atFirst = withChange(DEFAULT_FAULT_SETTINGS, initial);
  let current = atFirst;
  return {
    get current(): FaultSettings {
      return current;
    },
    /** Changes some settings, or none. @throws ZodError for an unknown setting or a value out of range */
    change(change: FaultSettingsChange): FaultSettings {
      current = withChange(current, change);
      return current;
    },
    reset(): void {
      current = atFirst;
    },
    /** The fault that a request meets, or null. Spends one of its `times`. */
    takeFault(method: string, pathAndQuery: string): Fault | null {
      const met = current.faults.find((fault) => meets(fault, method, pathAndQuery));
      if (met === undefined) return null;
      current = { ...current, faults: current.faults.flatMap((fault) => (fault === met ? spent(fault) : [fault])) };
      return met;
    },
  };
}

function withChange(current: FaultSettings, change: FaultSettingsChange): FaultSettings {
  return faultSettings.parse({ ...current, ...faultSettingsChange.parse(change) });
}

function meets(fault: Fault, method: string, pathAndQuery: string): boolean {
  const isMethod = fault.method === undefined || fault.method.toUpperCase() === method;
  return isMethod && pathAndQuery.includes(fault.pathContains ?? '');
}

function spent(fault: Fault): Fault[] {
  if (fault.times === undefined) return [fault];
  return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
}
