import { createHash } from 'node:crypto';

/**
 * A bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). It has no time, and a serial number made from
 * what it names, so that two builds of one commit are the same.
 *
 * @param {{ readonly name: string, readonly version: string, readonly licence: string }} app
 * @param {readonly import('./shipped-packages.mjs').ShippedPackage[]} packages
 */
export const billOfMaterials = (app, packages) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: serialNumber([app, ...packages].map(reference)),
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': reference(app), ...component(app) } },
  components: packages.map((one) => ({ type: 'library', 'bom-ref': reference(one), ...component(one) })),
  dependencies: [{ ref: reference(app), dependsOn: packages.map(reference) }],
});

/**
 * A UUID of version 8, whose bits are the maker's own (RFC 9562, 5.8). The attestation on GitHub takes no bill without one.
 *
 * @param {readonly string[]} references
 */
const serialNumber = (references) => {
  const digest = createHash('sha256').update(references.join('\n')).digest('hex');
  const [, first, second, third, fourth, fifth] = /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(digest) ?? [];
  return `urn:uuid:${first}-${second}-8${third}-a${fourth}-${fifth}`;
};

/** @param {{ readonly name: string, readonly version: string, readonly licence: string }} of */
const component = (of) => ({
  name: of.name,
  version: of.version,
  purl: reference(of),
  licenses: /\b(OR|AND)\b/.test(of.licence) ? [{ expression: of.licence }] : [{ license: { id: of.licence } }],
});

/**
 * The package URL (https://github.com/package-url/purl-spec, type npm: the `@` of a scope is encoded).
 *
 * @param {{ readonly name: string, readonly version: string }} of
 */
const reference = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
