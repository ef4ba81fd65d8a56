// The missing results of a round are counted while they are chosen.
document.addEventListener("change", () => {
	const missing = document.querySelector("#missing");
	const empty = (game) => !game.querySelector(":checked")?.value;
	const open = (row) => row.dataset.over === undefined && [...row.querySelectorAll(".known fieldset")].some(empty) && ![...row.querySelectorAll("select")].some(({ value }) => value);
	if (missing) missing.textContent = missing.dataset.counts.split("|")[[...document.querySelectorAll(".result-row")].filter(open).length];
});
