from factories import a_memory


def test_a_memory_names_its_owner_and_shows_no_text_where_it_is_printed() -> None:
    memory = a_memory("likes marmalade", title="marmalade", owner="u7")

    assert memory.user_id == "u7"
    assert memory.whole() is memory
    assert "marmalade" not in repr(memory)
