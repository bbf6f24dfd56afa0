import ts from 'typescript';
import { read } from './imports.ts';

/** What a file says in its texts: each literal, and each template with its values as "{}". */
export function textsIn(path: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('{}'));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path).text, ts.ScriptTarget.Latest));
  return texts;
}
