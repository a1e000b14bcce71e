// Reads paths of scripts from the standard input, one a line, and prints what tests ask of each as JSON.
import { readFileSync } from "node:fs";
import { parse } from "acorn";

function read(path) {
  const text = readFileSync(path, "utf-8");
  const comments = [];
  const code = new Set();
  const tree = parse(text, {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    allowHashBang: true,
    onComment: (_block, words, _start, _end, { line }) => comments.push([line, words]),
    onToken: ({ type, loc }) => {
      for (let line = loc.start.line; type.label !== "eof" && line <= loc.end.line; line++)
        code.add(line);
    },
  });
  const found = { imports: [], exports: [], functions: [], taken: [], texts: [] };
  walk(tree, null, (node, parent) => VISIT[node.type]?.(node, parent, found));
  return { lines: text.split("\n").length - 1, code: code.size, comments, ...found };
}

/** What is noted of a node: `imports` as [address, names], `functions` as [name, line, lines]. */
const VISIT = {
  ImportDeclaration: ({ source, specifiers }, _, { imports }) =>
    imports.push([source.value, specifiers.map((one) => one.imported?.name ?? "default")]),
  // Its names are taken from what it gives, so they stand in some pattern or after a dot.
  ImportExpression: ({ source }, _, { imports }) => imports.push([source.value ?? "", null]),
  ExportNamedDeclaration: ({ declaration, specifiers, source }, _, { exports, imports }) => {
    if (source) imports.push([source.value, specifiers.map((one) => one.local.name)]);
    for (const one of specifiers) exports.push(one.exported.name);
    for (const one of declaration?.declarations ?? []) exports.push(...namesIn(one.id));
    if (declaration?.id) exports.push(declaration.id.name);
  },
  ExportDefaultDeclaration: (_, __, { exports }) => exports.push("default"),
  FunctionDeclaration: noteFunction,
  FunctionExpression: noteFunction,
  ArrowFunctionExpression: noteFunction,
  Property: ({ key }, _, { taken }) => key.name && taken.push(key.name),
  MemberExpression: ({ property }, _, { taken }) => property.name && taken.push(property.name),
  Literal: ({ value }, _, { texts }) => typeof value === "string" && texts.push(value),
  TemplateElement: ({ value }, _, { texts }) => texts.push(value.cooked ?? ""),
};

function noteFunction(node, parent, { functions }) {
  if (parent?.callee === node) return; // called at once: the scope of a classic script
  const { id, loc } = node;
  const { start, end } = loc;
  const named = id ?? parent?.key ?? parent?.id ?? parent?.left?.property;
  functions.push([named?.name ?? "", start.line, end.line - start.line + 1]);
}

const namesIn = (pattern) =>
  pattern.properties?.flatMap(({ value }) => namesIn(value)) ??
  pattern.elements?.flatMap((one) => (one ? namesIn(one) : [])) ?? [pattern.name];

function walk(node, parent, visit) {
  visit(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") walk(child, node, visit);
}

const paths = readFileSync(0, "utf-8").split("\n").filter(Boolean);
console.log(JSON.stringify(Object.fromEntries(paths.map((path) => [path, read(path)]))));
