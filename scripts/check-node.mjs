// Imported first, and alone, by every command: the other scripts need a Node.js that can read them.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`ChowGate needs Node.js 20 or newer, this is ${process.versions.node}. Get one at https://nodejs.org`)
  process.exit(1)
}
