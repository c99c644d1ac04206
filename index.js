// n8n loads the nodes and credentials named in package.json; this file only gives the package an entry point.
module.exports = {};
