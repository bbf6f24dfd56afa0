/**
 * A bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). It has neither a serial number nor a time, so
 * that two builds of one commit are the same.
 *
 * @param {{ readonly name: string, readonly version: string, readonly licence: string }} app
 * @param {readonly import('./shipped-packages.mjs').ShippedPackage[]} packages
 */
export const billOfMaterials = (app, packages) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': reference(app), ...component(app) } },
  components: packages.map((one) => ({ type: 'library', 'bom-ref': reference(one), ...component(one) })),
  dependencies: [{ ref: reference(app), dependsOn: packages.map(reference) }],
});

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
