import { ask, type JsonObject } from './ask.ts';
import { must, type Check, type Subject } from './check.ts';

/** Any well-formed CID and UUID: without a token the service must not look further. */
const SOME_CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';
const SOME_FILE = '00000000-0000-4000-8000-000000000000';

type Operation = { readonly method: string; readonly path: string; readonly body?: JsonObject };

function operations(subject: Subject): readonly Operation[] {
  const { network, cid, writeFileId } = subject;
  return [
    { method: 'GET', path: `/files/${network}/signature/${encodeURIComponent(cid ?? SOME_CID)}` },
    { method: 'GET', path: '/api_keys' },
    { method: 'PUT', path: `/files/${network}/${encodeURIComponent(writeFileId ?? SOME_FILE)}`, body: {} },
  ];
}

async function mustRefuse(subject: Subject, token: string | null): Promise<null> {
  for (const { path, ...how } of operations(subject)) {
    const { status } = await ask(subject, path, { ...how, token });
    must(status !== 200, `${how.method} ${path} answers 200`);
  }
  return null;
}

/** Sections 5 and 9. */
export const authenticationChecks: readonly Check[] = [
  {
    name: 'the base address carries the version segment v3',
    section: '9',
    async examine({ baseUrl }) {
      must(new URL(baseUrl).pathname.split('/').includes('v3'), `the base address is ${baseUrl}`);
      return null;
    },
  },
  {
    name: 'no operation succeeds without an Authorization header',
    section: '5',
    examine: (subject) => mustRefuse(subject, null),
  },
  {
    name: 'no operation succeeds with an invented token',
    section: '5',
    examine: (subject) => mustRefuse(subject, 'invented.token.here'),
  },
  {
    name: 'a signature needs the permission org:files:read',
    section: '4.1, 5',
    async examine(subject) {
      const [signature] = operations(subject);
      if (subject.unscopedToken === null || !signature) return 'no token without that permission is given';
      const { status } = await ask(subject, signature.path, { token: subject.unscopedToken });
      // 404 would say that the permission was there and the signature was not.
      must(status !== 200 && status !== 404, `a token without the permission is answered ${status}`);
      return null;
    },
  },
];
