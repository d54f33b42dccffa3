// eslint's rules for the page's code and the little that runs in node.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 15],
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-implicit-globals": "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  // runs before the modules, in syntax for old browsers
  {
    files: ["**/boot.js"],
    languageOptions: { sourceType: "script", ecmaVersion: 5 },
    rules: { "no-var": "off", "no-unused-vars": ["error", { caughtErrors: "none" }] },
  },
  { files: ["**/worker.js"], languageOptions: { globals: globals.worker } },
  { files: ["**/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["host_tests/**"], languageOptions: { globals: globals.node } },
];
